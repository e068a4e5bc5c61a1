import type { AssumptionTexts } from '../assumption-titles.ts'

export const worldAssumptions = {
  'A-31':
    '"Roughly 1 MB" = 1,048,576 bytes, counted over the UTF-8 JSON of the stored records in creation order ' +
    '(oldest first); the first record is always read; the filter runs on what was read. ' +
    '`settings.unpaginated_bytes` overrides it.' +
    ' Replaced where it differs by A-65.',
  'A-32':
    'A page that ends exactly on the last record still answers a non-null cursor; the next page is then empty ' +
    'with `null` (`settings.trailing_page: false` switches that off).',
  'A-33':
    'An opaque cursor is bound to its listing and its parameters; used elsewhere, altered or truncated it is ' +
    '`invalid_cursor`. It survives a restart of the same seed and scenario.',
  'A-34':
    'Deleting the record that a record cursor names breaks the resumption; deleting another does not. An ' +
    'opaque cursor is positional: deletions do not break it.',
  'A-35':
    '`start_<noun>_id: null`, or not a string, is `invalid_request_body`; an id that never existed, or that ' +
    'is no record of this listing, fails like a deleted one.',
  'A-36':
    'World time starts at 2026-01-01T00:00:00.000Z and moves 1 ms for each request that writes; otherwise ' +
    'only when told (`clock.advance`), or in real time with `--clock real`.',
  'A-37': 'Ids are UUIDs drawn from the seed (default 1); the same scenario, seed and requests give the same bytes.',
  'A-38':
    'Unknown fields in a JSON body fail with `invalid_request_body` naming the field and, where one is near, ' +
    'the field that was meant.',
} satisfies AssumptionTexts
