"""The JSON calls as OpenAPI, made of the contract and its comments: `referee/server/pages/openapi.json`."""
