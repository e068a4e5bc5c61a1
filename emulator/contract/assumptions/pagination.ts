import { alternative, assume, movedTo, varied } from '../assume.ts'
import { withSettings, onTerms, refuseInstead, rule } from '../mutation.ts'

/** Reads: listings, their cursors and their limits. */
export const paginationAssumptions = {
  'A-29': assume('Limits of opaque-cursor commands', {
    says: 'The `limit` of an opaque-cursor command is 50 where it is left out (the maximum, where that is lower) and 200 at most; below 1 or above the maximum it is `invalid_limit`.',
    otherwise: [
      varied('The default is 20.', 'What is the default `limit` of a command?', withSettings({ default_limit: 20 })),
      alternative(
        'The maximum is 100.',
        'What is the maximum `limit` of a command?',
        withSettings({ maximum_limit: 100 }),
      ),
      movedTo('A-408/1'),
      movedTo('A-409/1'),
    ],
    was: ['A-48'],
  }),
  'A-408': assume('Caps of graph queries', {
    says: 'A graph query whose `depth` is above 6 (`graph_depth`), or that has none and would go deeper, or that visits more than 1,000 elements (`graph_elements`), is `graph_traversal_limit_exceeded`.',
    otherwise: [
      alternative(
        'A graph query goes 3 levels deep at most.',
        'How deep may a graph query go?',
        withSettings({ limits: { graph_depth: 3 } }),
      ),
    ],
  }),
  'A-409': assume('A limit of a command that is no integer', {
    says: 'A `limit` of a command that is no integer is `invalid_request_body`.',
    otherwise: [
      alternative(
        'It is `invalid_limit`, but for null.',
        'Which code has a `limit` of a command that is no integer?',
        refuseInstead(['invalid_request_body'], 'invalid_limit'),
        { answer: 'refusal' },
      ),
    ],
  }),
  'A-31': assume('How 1 MB is counted', {
    says: '"Roughly 1 MB" is 1,048,576 bytes of UTF-8 JSON, counted over the records as the listing answers them, oldest first. The first record is always read, the record that would cross the budget is left out, and a filter runs on what was read. A listing whose records are small beside the budget is cut near 1 MB on the wire.',
    otherwise: [
      varied(
        'The budget is 1,000,000 bytes.',
        'How many bytes does a listing without pagination read?',
        withSettings({ unpaginated_bytes: 1_000_000 }),
      ),
      alternative(
        'The record that crosses the budget is the last that is read.',
        'Is the record that crosses the budget of 1 MB answered?',
        rule('budget-holds-the-next'),
      ),
      alternative(
        'The newest records are read, and the oldest are cut off.',
        'Which end of a listing without pagination is cut off?',
        withSettings({ unpaginated_from: 'newest' }),
      ),
    ],
    was: ['A-50', 'A-65'],
  }),
  'A-32': assume('The trailing page', {
    says: 'A page that ends exactly on the last record still answers a cursor; the next page is then empty, with null.',
    otherwise: [
      varied(
        'A page that ends on the last record answers null.',
        'Does a page that ends exactly on the last record answer a cursor?',
        withSettings({ trailing_page: false }),
      ),
    ],
  }),
  'A-33': assume('What an opaque cursor is bound to', {
    says: 'An opaque cursor is bound to its listing and its parameters, and used elsewhere it is `invalid_cursor`, as is an empty one and one that was altered in any way. It is not bound to its caller or to `limit`, which may change between pages. It is a position: deletions do not break it.',
    otherwise: [
      alternative(
        'Until the service starts again or has answered 10,000 others, an opaque cursor of another listing is taken for its position among all records.',
        'Is a cursor that another listing answered refused?',
        rule('cursor-of-any-listing'),
      ),
      alternative(
        'Until the service starts again or has answered 10,000 others, an opaque cursor serves only the caller whom it was answered.',
        'May another caller go on with a cursor?',
        rule('cursor-of-one-caller'),
      ),
    ],
  }),
  'A-34': assume('Record cursors', {
    says: 'Only the deletion of the record that a record cursor names breaks the resumption. An id that never existed, or that is no record of this listing, fails like a deleted one. Null for it, or what is no string, is `invalid_request_body`.',
    otherwise: [
      alternative(
        'The id of a record of this kind that the listing does not hold is refused with `invalid_request_body`.',
        'How is a `start_<noun>_id` refused that names a record of this kind, of another listing?',
        rule('foreign-start-is-shape'),
      ),
    ],
    was: ['A-35'],
  }),
  'A-98': assume('What newest first goes by', {
    says: '"Newest first" goes by `created_at`, the latest first; records of one instant come in the order in which they were stored, the latest first. A walk goes on from its place in that order.',
    otherwise: [
      alternative(
        'Newest first goes by the order in which records were stored.',
        'Does "newest first" go by `created_at`, or by the order in which records were stored?',
        rule('newest-by-insertion'),
      ),
    ],
  }),
  'A-99': assume('Reads after writes', {
    says: 'A read sees every write that was answered before it.',
    otherwise: [
      varied(
        'For up to 2 seconds of world time a read may be answered as before the write. It shows nothing that its caller may not see any more.',
        'Does a read see every write that was answered before it?',
        rule('reads-lag'),
      ),
    ],
  }),
  'A-349': assume('Full pages', {
    says: 'A page of a listing with a cursor is full, or the last one, unless access filtering hides rows of it.',
    otherwise: [
      alternative(
        'Any page may be empty before the end; a record cursor of such a page names a record that nobody sees.',
        'May a page be empty before the end though nothing is hidden from the caller?',
        withSettings({ empty_pages: true }),
      ),
      alternative(
        'A page of a listing with an opaque cursor may be shorter than its limit before the end.',
        'May a page of a listing with an opaque cursor be shorter than its limit though nothing is hidden from the caller?',
        rule('pages-are-short'),
      ),
    ],
  }),
  'A-350': assume('A limit that is no number', {
    says: 'A `limit` of List Revisions that is no integer is `invalid_limit`, as one out of range is.',
    otherwise: [
      alternative(
        'It is `invalid_request_body`.',
        'Which code has a `limit` of List Revisions that is no integer?',
        refuseInstead(['invalid_limit'], 'invalid_request_body'),
        { answer: 'refusal' },
      ),
    ],
  }),
  'A-351': assume('Who sees drafts', {
    says: 'Drafts are shown only to callers with Write on their blob, in List Revisions after its rows were read, so that a reader gets short and empty pages.',
    otherwise: [
      alternative(
        'Whoever reads a blob sees its drafts.',
        'Does a reader of a blob see its drafts?',
        onTerms({ granted: 'write' }),
      ),
    ],
  }),
}
