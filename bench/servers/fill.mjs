/** Fills a world with `count` users of about 300 bytes, by the trusted way in: what is measured is not the checking. */
export function fill(emulator, count) {
  const { world } = emulator.host
  for (let n = 0; n < count; n++) {
    world.users.insert({
      id: world.ids.uuid(), name: `User number ${n} of a world that is filled for measurement`.padEnd(110, '.'),
      alias: `filled-${n}`, type: 'human', status: 'active', owner_user_id: null, created_at: '2026-01-01T00:00:00.000Z',
    })
  }
  // The first look-up puts them in their places: that is not what is measured either.
  world.users.get('')
}
