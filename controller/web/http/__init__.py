"""What is answered to a request, whoever asks."""
