import type { Program } from '../shared/command.ts'
import { EmulatorError } from '../../emulator/engine/checking/emulator-error.ts'
import { unusable } from '../shared/client-error.ts'
import { machineRefusal } from '../shared/machine-refusal.ts'
import { check } from './check.ts'
import { clauses } from './clauses.ts'
import { commandGroups } from './command-groups.ts'
import { completion } from './completion.ts'
import { coverage } from './coverage.ts'
import { diff } from './diff.ts'
import { doctor } from './doctor.ts'
import { exec } from './exec.ts'
import { drift } from './drift.ts'
import { explore } from './explore.ts'
import { init } from './init.ts'
import { leans } from './leans.ts'
import { list } from './list.ts'
import { mayChange } from './may-change.ts'
import { mcp } from './mcp.ts'
import { mutate } from './mutate.ts'
import { openapi } from './openapi.ts'
import { openrpc } from './openrpc.ts'
import { permissions } from './permissions.ts'
import { pull } from './pull.ts'
import { questions } from './questions.ts'
import { record } from './record.ts'
import { replay } from './replay.ts'
import { show } from './show.ts'
import { shrink } from './shrink.ts'
import { start } from './start.ts'
import { validate } from './validate.ts'
import { why } from './why.ts'
import { ownCommand } from '../../emulator/engine/checking/own-command.ts'

export const svcEmulator: Program = {
  name: 'svc-emulator',
  about: 'The reference emulator of the svc REST and realtime API. The default command is start.',
  notes:
    'Every flag of every command can also be set by a variable: SVC_EMULATOR_PORT for --port, SVC_EMULATOR_STATE_EVERY for --state-every, ' +
    '1 or 0 for a flag without a value (SVC_EMULATOR_EXPLAIN=1), and SVC_EMULATOR_SCENARIO for the argument of start. The command line takes precedence.',
  groups: commandGroups,
  json: false,
  plainErrors: true,
  refusesEmpty: true,
  repeatsWords: true,
  fallback: 'start',
  envPrefix: 'SVC_EMULATOR_',
  gone: {
    facts:
      'drift writes such a file and questions reads it. To follow it, name its settings in a scenario (world: settings:), or createEmulator({ facts: await loadFacts(file) })',
  },
  offers: async () => (await import('../../emulator/scenario/files.ts')).shippedScenarios().map(({ name }) => name),
  explain: (error) =>
    error instanceof EmulatorError
      ? unusable(error.message)
      : error instanceof Error
        ? (machineRefusal(error) ?? defectText(error))
        : undefined,
  commands: [
    start,
    exec,
    check,
    replay,
    mutate,
    explore,
    questions,
    leans,
    mayChange,
    drift,
    permissions,
    shrink,
    why,
    record,
    pull,
    show,
    diff,
    validate,
    init,
    list,
    clauses,
    coverage,
    mcp,
    openapi,
    openrpc,
    doctor,
    completion,
  ],
}

/** Message about a defect of the emulator, with the facts for a bug report. */
function defectText(error: Error): string {
  return (
    `this is a defect of svc-emulator:\n${error.stack ?? error.message}\n` +
    `Please report it with this text and the output of \`${ownCommand} doctor\`.`
  )
}
