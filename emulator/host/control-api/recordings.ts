import * as v from 'valibot'
import { call } from './call.ts'
import { journalFilters } from './journal.ts'
import { ownCommand } from '../../engine/checking/own-command.ts'

const { via: _via, ...filters } = journalFilters

export const exportScenario = call({
  method: 'GET',
  path: '/journal.scenario',
  name: 'export_scenario',
  summary:
    'What happened since the start or the last reset as a scenario: a step for each exchange, which expects what was answered, and for each change that no request made. No secret is written.',
  query: {
    name: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'expected lower case words joined by `-`'),
        v.description('Name of the scenario. Default `recorded`.'),
      ),
    ),
    format: v.optional(
      v.pipe(
        v.picklist(['json', 'yaml']),
        v.description('`json` (default): `{scenario, left_out}`; `yaml`: the text of a scenario file.'),
      ),
    ),
  },
  returns: v.strictObject({
    scenario: v.looseObject({}),
    left_out: v.pipe(
      v.array(v.strictObject({ entry: v.nullable(v.number()), reason: v.string() })),
      v.description('What the scenario does not hold, and why.'),
    ),
  }),
  errors: ['journal_off'],
})

export const exportHar = call({
  method: 'GET',
  path: '/journal.har',
  name: 'export_har',
  summary:
    'The exchanges of the journal as an HTTP archive (HAR 1.2), without secrets. Its times are world time. Other changes of the world are comments.',
  query: { ...filters, via: v.optional(v.picklist(['http', 'socket'])) },
  returns: v.strictObject({ log: v.looseObject({ version: v.literal('1.2'), entries: v.array(v.looseObject({})) }) }),
  errors: ['journal_off'],
})

export const exportHttp = call({
  method: 'GET',
  path: '/journal.http',
  name: 'export_http',
  summary:
    'The requests of the journal as a file that VS Code, IntelliJ and httpYac send again. Credentials are variables at its top.',
  query: { ...filters, via: v.optional(v.picklist(['http', 'socket'])) },
  type: 'text/plain',
  errors: ['journal_off'],
})

export const listCalls = call({
  method: 'GET',
  path: '/journal.calls',
  name: 'list_calls',
  summary:
    'The requests and calls since the start or the last reset, one a line, to compare with those of another run: `GET /orgs/<org 1> x2 500 internal_error, 200`. Ids are named by their role; neighbours that ask the same are one line.',
  returns: v.strictObject({
    calls: v.array(v.string()),
    lost: v.pipe(v.number(), v.description('How many the journal no longer keeps.')),
  }),
  errors: ['journal_off'],
})

export const exportBundle = call({
  method: 'GET',
  path: '/bundle',
  name: 'export_bundle',
  summary: `What happened since the start or the last reset in one file: a scenario that plays it again, its fixtures, the journal, the trace and the state. \`${ownCommand} show\` opens it.`,
  query: {
    name: v.optional(v.pipe(v.string(), v.description('What the run is called; default `run`.'))),
    problem: v.optional(v.pipe(v.string(), v.description('Why it is kept, such as the error of a test.'))),
  },
  returns: v.looseObject({
    bundle: v.number(),
    scenario: v.looseObject({}),
    journal: v.array(v.looseObject({})),
    state: v.looseObject({}),
  }),
  errors: ['journal_off'],
})
