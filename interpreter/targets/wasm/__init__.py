"""Games as WebAssembly: one module that needs nothing from outside."""
