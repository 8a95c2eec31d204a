"""The table as an appliance on emulated arm64: `make appliance`."""
