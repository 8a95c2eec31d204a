"""Small mistakes made on purpose, one at a time, in a copy of the code: does a test notice?"""
