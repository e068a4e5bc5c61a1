/** Fills worlds with a million records without checking them: loading is not measured. No other file of the benchmark reaches into the emulator. */
const getWorld = (emulator) => emulator[Symbol.for('svc-emulator.instance')].host.world
const created_at = '2026-01-01T00:00:00.000Z'

/** A user of about 300 bytes, `filled-0` and on. */
function filledUser(n, id) {
  // In one piece each, as texts of a document are.
  const [name, alias] = JSON.parse(
    `["${`User number ${n} of a world that is filled for measurement`.padEnd(110, '.')}", "filled-${n}"]`,
  )
  return { id, name, alias, type: 'human', status: 'active', owner_user_id: null, created_at }
}

export function fillUsers(emulator, count) {
  const world = getWorld(emulator)
  for (let n = 0; n < count; n++) world.users.insert(filledUser(n, world.ids.uuid()))
  // The first look-up puts them in their places: that is not what is measured either.
  world.users.get('')
}

export function fillRevisions(emulator, blob, count) {
  const world = getWorld(emulator)
  const blob_id = emulator.world.blobs.get(blob).id
  for (let n = 0; n < count; n++) {
    world.revisions.insert({
      id: world.ids.uuid(),
      blob_id,
      number: 1_001 + n,
      phase: 'commit',
      status: 'ready',
      failed_operation: null,
      note: null,
      created_at,
    })
  }
}

export function fillObjects(emulator, session, count) {
  const world = getWorld(emulator)
  const session_id = emulator.world.sessions.get(session).id
  for (let n = 0; n < count; n++)
    world.objects.insert({ id: world.ids.uuid(), session_id, key: `filled-${n}`, value: { size: n }, created_at })
}
