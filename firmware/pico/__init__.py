"""What only a Pico can run: pins, viper, PIO, USB. Nothing else of the firmware knows them."""
