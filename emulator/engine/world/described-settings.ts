import * as v from 'valibot'
import { settingsSchema, type SettingsInput } from './settings.ts'

/** What each setting means: for documents, which pages in browsers do without. */
const texts: { readonly [Name in keyof SettingsInput]-?: string } = {
  operation_ms: 'World time an operation takes, in milliseconds (A-24).',
  node_ms: 'World time of one node of an execution, in milliseconds (A-28).',
  unpaginated_bytes: 'Byte budget of an unpaginated listing (A-31).',
  unpaginated_from: 'From which end an unpaginated listing reads: at the other it is cut (A-31).',
  trailing_page: 'Whether a page that ends on the last record still has a cursor (A-32).',
  default_limit: 'Default `limit` of opaque-cursor commands (A-29).',
  maximum_limit: 'Maximum `limit` of opaque-cursor commands (A-29).',
  acting_token_ms: 'Lifetime of an acting token in world time, in milliseconds (A-14).',
  write_ms: 'World time that a writing request takes, in milliseconds (A-36).',
  request_ms: 'World time that every request takes, in milliseconds: what is polled gets there.',
  page_rows:
    'Records that a page of a listing with a cursor holds at most, whatever its `limit`, or the ten of a record cursor: others are not seen by the caller.',
  empty_pages: 'Whether an empty page, with a cursor, comes before each page of a listing with a cursor.',
  omit_fields: 'With `unspecified: vary`: whether answers leave out fields that the specification does not name.',
  order:
    'Order in which calls that are under way together are handled and answered: `GET /users/me#1 is answered`, `workflow.get_session#2 is answered`, `POST /orgs#1 is handled`. A call that it does not name goes on at once; one that does not come is waited for half a second.',
  sockets:
    'What becomes of the sockets that clients open, in turn; the last holds for all that come after. `bad_gateway`: a proxy answers 502 with a page of HTML; `hangs`: the upgrade is never answered; `closed`: it opens, and closes at once with 1013.',
  unspecified: 'What to do where the specification is silent.',
  broken: 'Statements that this world breaks on purpose: `<clause>`, or `<clause>/2` for the second way to break it.',
  limits: 'Count and size limits (A-30, A-29).',
  statuses: 'HTTP status by error code, where the specification states none (A-6, A-7).',
}

/** The schema of settings with what each of them means. */
export const describedSettings = v.strictObject(
  Object.fromEntries(
    Object.entries(settingsSchema.entries).map(([name, schema]) => [
      name,
      v.pipe(schema, v.description(texts[name as keyof SettingsInput])),
    ]),
  ),
) as unknown as typeof settingsSchema
