import { printable } from '../../emulator/engine/checking/printable.ts'
import type { World } from '../../emulator/engine/world/world.ts'
import type { RunningServer } from '../../emulator/adapters/node/server.ts'
import type { Emulator } from '../../emulator/host/emulator.ts'
import { isoTime } from '../../emulator/engine/world/clock.ts'
import { VERSION } from '../../emulator/contract/version.ts'
import { hostOf, instanceOf } from '../../emulator/host/instance-of.ts'
import { chaosText, findChaos } from './chaos-line.ts'

/** Maximum of secrets that are listed; the rest is counted. */
const MAX_LISTED = 12

/** Facts about a run that the banner shows beside the server. */
export interface BannerFacts {
  /** File of the certificate of an authority that the server made for itself. */
  readonly authority: string | undefined
  /** Names under which clients reach the server, beside those of this machine in itself. */
  readonly names?: readonly string[]
  /** True for a control token that the user gave, who knows it: a log keeps what is printed. */
  readonly isTokenGiven?: boolean
  /** Lines about the state that was loaded. */
  readonly loaded: readonly string[]
}

/** First output of a server: addresses, world and keys. */
export function banner(
  { url, realtimeUrl, controlUrl, controlToken, emulator }: RunningServer,
  { authority, loaded, names = [], isTokenGiven = false }: BannerFacts = { authority: undefined, loaded: [] },
): string {
  const { world } = hostOf(emulator)
  const { seed, time, now } = world
  const keys = keyLines(world)
  const tokens = tokenLines(world)
  const [first] = world.api_keys.rows()
  return [
    `svc-emulator ${VERSION}`,
    '',
    `  API        ${url}`,
    `  Realtime   ${realtimeUrl}`,
    `  Inspector  ${controlUrl}/${controlToken === undefined || isTokenGiven ? '' : `#token=${controlToken}`}`,
    ...(controlToken === undefined
      ? []
      : [`  Control    send x-emulator-token: ${isTokenGiven ? 'the token that was given' : controlToken}`]),
    ...(names.length === 0 ? [] : [`  Names      ${names.join(', ')}`]),
    ...(authority === undefined ? [] : [`  CA file    ${authority}`]),
    `  World      ${instanceOf(emulator).scenario}, seed ${seed}, ${time.clock} clock at ${isoTime(now)}`,
    ...loaded.map((line) => `  State      ${printable(line)}`),
    ...slowLines(emulator),
    ...world.inForce.mutants.map(({ id }) => `  BROKEN     on purpose: ${id}`),
    ...world.inForce.alternatives.map(({ id, says }) => `  OTHERWISE  ${id}: ${says}`),
    ...(keys.length > 0 ? ['', '  Keys (X-API-Key)', ...keys] : []),
    ...(tokens.length > 0 ? ['', '  Tokens (Authorization: Bearer)', ...tokens] : []),
    ...(first
      ? [
          '',
          '  Try',
          `    curl ${authority === undefined ? '' : `--cacert ${authority} `}-H 'X-API-Key: ${first.record.key}' ${url}/users/me`,
        ]
      : []),
    '',
    '',
  ].join('\n')
}

/** Lines about a delay, a rate limit and chaos, which users could mistake for a defect of their client. */
function slowLines(emulator: Emulator): string[] {
  const { delay, rateLimit } = instanceOf(emulator).start.lasting
  const chaos = findChaos(hostOf(emulator).world)
  return [
    ...(delay === undefined ? [] : [`  Delay      ${delay} before every answer`]),
    ...(rateLimit === undefined ? [] : [`  Limit      ${rateLimit}, 429 with Retry-After beyond it`]),
    ...(chaos === undefined ? [] : [`  CHAOS      meets ${chaosText(chaos)}, drawn by the seed`]),
  ]
}

function keyLines(world: World): string[] {
  const rows = Array.from(world.api_keys.rows(), ({ record }) => {
    const target = world.table(`${record.target}s`)?.get(record.target_id) as { alias: string } | undefined
    return [record.key, record.role, `${record.target} ${target?.alias ?? record.target_id}`] as const
  })
  return listed(rows.map(([key, role, target]) => `    ${key.padEnd(22)} ${role.padEnd(6)} ${target}`))
}

function tokenLines(world: World): string[] {
  const rows = Array.from(world.tokens.rows(), ({ record }) => {
    const user = world.users.get(record.user_id)!.alias
    const human =
      record.human_user_id === null ? '' : `, acting: ${world.users.get(record.human_user_id)!.alias} stands behind it`
    return `    ${record.token.padEnd(22)} user ${user}${human}`
  })
  return listed(rows)
}

function listed(lines: string[]): string[] {
  const shown = lines.slice(0, MAX_LISTED).map(printable)
  const more = lines.length - MAX_LISTED
  return more <= 0 ? shown : [...shown, `    and ${more} more (see the inspector)`]
}
