/** Errors that JSON-RPC 2.0 defines, with its messages. API errors have their `rpc` code in `errors`. */
export const rpcErrors = {
  parse_error: { code: -32700, message: 'Parse error' },
  invalid_request: { code: -32600, message: 'Invalid Request' },
  method_not_found: { code: -32601, message: 'Method not found' },
  invalid_params: { code: -32602, message: 'Invalid params' },
  internal_error: { code: -32603, message: 'Internal error' },
} as const
