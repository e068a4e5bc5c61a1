import { alternative, assume, movedTo } from '../assume.ts'
import { omit, refuse, replacing, set, rule, stores, withSettings, withoutFields } from '../mutation.ts'

/** Records of the REST API, and what their endpoints do. */
export const resourceAssumptions = {
  'A-16': assume('Organizations', {
    says: 'An organization is created with `POST /orgs`, read and changed at `/orgs/:id`, and has limits at `/orgs/:id/limits`. It has a `visibility` (`public` or `private`) and, which the specification does not name, a `name` and `created_at`.',
    otherwise: [
      alternative(
        'An organization shows neither `name` nor `created_at`.',
        'Which fields has an organization?',
        withoutFields,
      ),
    ],
  }),
  'A-400': assume('Role of the creator', {
    says: 'Whoever creates an organization becomes its admin.',
    otherwise: [
      alternative(
        'Whoever creates an organization has the role write on it.',
        'Which role has the creator of an organization on it?',
        stores('members', 'role', 'write'),
      ),
    ],
  }),
  'A-17': assume('Users', {
    says: 'A service account is created with `POST /users` and retired with `DELETE /users/:id`; the `name` and the `alias` of a user are changed with `PATCH /users/:id`, which answers the user. A user has, which the specification does not name, `created_at` and `owner_user_id`, the human who owns a service account.',
    otherwise: [
      alternative(
        'A user shows neither `created_at` nor `owner_user_id`.',
        'Which fields has a user beside those of the specification?',
        withoutFields,
      ),
    ],
  }),
  'A-18': assume('Members', {
    says: 'A member is added with `POST /members/target/:target/:target_id`, which takes `user_id` and `role`, needs admin on the target and a human, and answers the member: its `user_id`, `target` (`org` or `blob`), `target_id`, `role` (`read`, `write` or `admin`) and `created_at`.',
    otherwise: [alternative('A member shows its id alone.', 'Which fields has a member?', withoutFields)],
  }),
  'A-93': assume('What members stand on', {
    says: 'Members stand on an organization or a blob; the target `user` of a member is 400 `invalid_request_body`.',
    otherwise: [
      alternative(
        'It is 404 `user_not_found`.',
        'Is the target `user` of a member 400 or 404?',
        refuse('user_not_found', 'No member stands on a user: members stand on an organization or a blob.'),
        { answer: 'refusal', input: { target: 'user' } },
      ),
    ],
  }),
  'A-55': assume('A second membership', {
    says: 'A second membership of one user on a target is refused with 409 `member_exists`.',
    otherwise: [
      alternative(
        'It takes the place of the first.',
        'Does adding a member a second time change its role, or is it refused?',
        replacing('members', ['user_id', 'target_id']),
      ),
    ],
  }),
  'A-159': assume('Users in a body', {
    says: 'A `user_id` in the body of a request is a UUID or an alias.',
    otherwise: [
      alternative(
        'It is a UUID: an alias is refused with `invalid_request_body`.',
        'May a body name a user by alias?',
        refuse('invalid_request_body', 'user_id: expected a UUID'),
        { units: ['POST /members/target/:target/:target_id'] },
      ),
    ],
  }),
  'A-19': assume('Credentials', {
    says: 'A credential is stored with `POST /credentials/target/:target/:target_id`, which takes `name` and `value`, needs admin on the target and a human, and answers the credential: its `name`, `target` (`org`, `blob` or `user`), `target_id`, `created_by_user_id` and `created_at`. The value is never answered.',
    otherwise: [alternative('A credential shows its id alone.', 'Which fields has a credential?', withoutFields)],
  }),
  'A-20': assume('Keys', {
    says: 'The listing of keys needs admin on the target and never shows a `key`. A key has, which the specification does not name, the `description` that it was given, or null. Its `key_prefix` is the first 8 characters of the secret and `***`, and never more than half of the secret; its `target_target_id` is its `target`, a number sign and its `target_id`.',
    otherwise: [
      alternative('A key does not show its `description`.', 'Does a key show its `description`?', withoutFields),
      alternative(
        '`target_target_id` is written in another way.',
        'How is `target_target_id` written?',
        set('api_key.target_target_id | api_keys.*.target_target_id', 'another-way'),
      ),
    ],
    was: ['A-92', 'A-160'],
  }),
  'A-21': assume('Blobs', {
    says: 'A blob is created with `POST /blobs/:org_id` and read, changed and deleted at `/blobs/:org_id/:blob_id`; creating and deleting one starts an operation. It has, which the specification does not name, `org_id`, `name`, `type` (`text`, `onnx` or `dataset`), `condition` (`creating`, `ready` or `deleting`) and `created_at`. A type that is not enabled for the organization is `invalid_blob_type`. The blobs of an organization can be filtered by the query parameter `visibility`, `public` or `private`.',
    otherwise: [
      alternative('A blob shows its id, alias and visibility alone.', 'Which fields has a blob?', withoutFields),
    ],
  }),
  'A-353': assume('Blob types that do not exist', {
    says: 'A blob type that does not exist is `invalid_request_body`.',
    otherwise: [
      alternative(
        'A blob type that does not exist is `invalid_blob_type`.',
        'Which code has a blob type that does not exist?',
        rule('any-blob-type'),
      ),
    ],
  }),
  'A-376': assume('A visibility outside its set', {
    says: 'A `visibility` other than `public` and `private` is `invalid_request_body`, in a body and in a query.',
    otherwise: [
      alternative(
        'A text other than these two is taken for one that is left out.',
        'Is a `visibility` other than `public` and `private` refused?',
        rule('other-visibility-is-none'),
      ),
    ],
  }),
  'A-64': assume('Aliases', {
    says: '"Globally unique" is meant as it is written: users, organizations and blobs share one space of aliases; sessions, schedules and definitions each have one of their own over all organizations. `me` is nobody\'s alias; an alias is 1 to 128 characters without spaces or control characters at its ends, and without `/`.',
    otherwise: [
      alternative(
        '`me` may be an alias; where a path names a user, it still stands for the caller.',
        'May `me` be set as an alias?',
        rule('me-is-an-alias'),
      ),
    ],
  }),
  'A-87': assume('Aliases that no URL can name', {
    says: "`.` and `..` are nobody's alias, and the name of no file: no URL can name them.",
    otherwise: [
      alternative(
        'They may be set as any other alias or name.',
        'May `.` be set as an alias?',
        rule('dots-are-aliases'),
      ),
    ],
  }),
  'A-354': assume('Alias of a retired user', {
    says: 'The alias of a retired user stays taken.',
    otherwise: [
      alternative(
        'It is free again: once another takes it, the alias of the retired user is its id.',
        'Can the alias of a retired user be given again?',
        replacing('users', ['alias']),
      ),
    ],
  }),
  'A-154': assume('Alias of an organization that was given none', {
    says: 'An organization whose creator chose no alias gets `org-` and the first digits of its id.',
    otherwise: [
      alternative(
        'An organization needs an alias: without one the request is refused with `invalid_request_body`.',
        'May an organization be created without an alias?',
        refuse('invalid_request_body', 'alias: missing, expected string'),
        { answer: 'admitted', input: { alias: undefined } },
      ),
    ],
  }),
  'A-22': assume('Metadata', {
    says: 'Metadata is set with `PUT` at the paths where it is listed; the body gives a value for each key. The entries are listed in `metadata`; each has `alias`, `key`, `value` and `created_at`. An alias under which nothing was set is an empty list.',
    otherwise: [
      alternative(
        'An entry does not show its `created_at`.',
        'Does an entry of metadata show when it was set?',
        omit('metadata.*.created_at'),
      ),
    ],
  }),
  'A-355': assume('Setting metadata again', {
    says: 'Setting metadata keeps the keys under the alias that the request does not name.',
    otherwise: [
      alternative(
        'It replaces all that was set under the alias.',
        'Does setting metadata keep the keys that it does not name?',
        replacing('metadata', ['target_id', 'alias']),
      ),
    ],
  }),
  'A-23': assume('Revisions', {
    says: 'A revision is created with `POST` where revisions are listed, newest first; it is read and deleted at `/revisions/:id` and committed with `POST /revisions/:id/commit`; a commit and a deletion start an operation. A new one is `draft` and `ready`; while an operation runs its `status` is `pending`, and the `failed_operation` of a failed one is `create`, `commit` or `delete`. It has, which the specification does not name, `blob_id`, `number` and `created_at`.',
    otherwise: [
      alternative(
        'A revision shows neither `blob_id` nor `number` nor `created_at`.',
        'Which fields has a revision beside those of the specification?',
        withoutFields,
      ),
    ],
  }),
  'A-103': assume('Numbers of revisions', {
    says: 'A new revision has the number above the highest that its blob ever gave, also when that revision is gone.',
    otherwise: [alternative('A revision has no number.', 'Has a revision a number?', withoutFields)],
  }),
  'A-24': assume('Operations', {
    says: 'An operation is read at `/operations/:id`. It has an `id`, a `kind` (`create_blob`, `delete_blob`, `commit_revision` or `delete_revision`), its `target` (`blob` or `revision`) and `target_id`, a `status` (`running`, `succeeded` or `failed`), an `error`, `created_at` and `finished_at`.',
    otherwise: [
      movedTo('A-420/1'),
      alternative(
        'An operation shows its id and status alone.',
        'Which fields has an operation?',
        omit(
          'operation.kind | operation.target | operation.target_id | operation.error | operation.created_at | operation.finished_at',
        ),
      ),
    ],
  }),
  'A-420': assume('How long an operation runs', {
    says: 'An operation runs for 2 seconds.',
    otherwise: [
      alternative(
        'An operation runs for 10 seconds.',
        'How long does an operation run?',
        withSettings({ operation_ms: 10_000 }, 'later'),
      ),
    ],
  }),
  'A-100': assume('An operation outlives the deletion it carries out', {
    says: 'Deleting a blob or a revision is answered with an operation that can be read when the deletion is over: it stays until its organization goes, and its `target_id` is null once its target is gone. Every other operation goes with its revision, its blob or its organization.',
    otherwise: [
      alternative(
        'It goes with its target: 404 `operation_not_found`.',
        'Can the operation of a deletion be read when the deletion is over?',
        refuse('operation_not_found', 'There is no operation with this id: it went with what it deleted.'),
        { answer: 'admitted' },
      ),
    ],
  }),
  'A-105': assume('What a failed operation leaves', {
    says: 'A creation that fails leaves no blob and a free alias, with `target_id` null; the deletion of a blob leaves it `ready`; a commit leaves `draft`, `failed` and `failed_operation: commit`; the deletion of a revision leaves its phase, `failed` and `failed_operation: delete`.',
    unobservable: 'No request makes an operation fail.',
  }),
}
