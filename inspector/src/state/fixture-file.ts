import type { ControlAnswer } from '../../../emulator/host/control-api/control-api.ts'

/**
 * Writes the records of a state as a fixture file: YAML with a record in each line, which is JSON. `tables`: names of
 * those that fixtures have.
 */
export function formatFixture(
  name: string,
  state: Pick<ControlAnswer<'GET /export'>, 'tables'>,
  tables: readonly string[],
): string {
  const filled = tables.filter((table) => (state.tables[table]?.length ?? 0) > 0)
  const lines = filled.flatMap((table) => [
    `  ${table}:`,
    ...state.tables[table]!.map(([, record]) => `    - ${JSON.stringify(record)}`),
  ])
  return [
    'fixture: 1',
    `name: ${name}`,
    'about: Records that were saved in the inspector.',
    'records:',
    ...lines,
    '',
  ].join('\n')
}
