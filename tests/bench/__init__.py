"""Figures, each beside the calibration loop: python -m tests.bench"""
