/** Refusals of requests that do not select a world of a server. A real service has none of them. */
export const worldErrors = {
  world_not_found: {
    status: 404,
    statusFrom: 'emulator',
    message: 'There is no world with this id on this server.',
    source: 'emulator',
    anyRequest: true,
  },
  world_ambiguous: {
    status: 400,
    statusFrom: 'emulator',
    message: 'The request names two worlds of this server.',
    source: 'emulator',
    anyRequest: true,
  },
  world_required: {
    status: 400,
    statusFrom: 'emulator',
    message: 'The request names no world, and this server requires one (--worlds required).',
    source: 'emulator',
    anyRequest: true,
  },
} as const
