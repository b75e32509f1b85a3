"""Language models that write rules: small grammars, and an endpoint that is asked."""
