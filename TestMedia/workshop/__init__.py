"""What handmade.py is made of: atoms, a clip to build on, and the tables of cases."""
