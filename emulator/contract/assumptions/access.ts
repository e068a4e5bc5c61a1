import { alternative, assume, movedTo } from '../assume.ts'
import { withSettings, omit, onTerms, refuse, refuseInstead, admitWith, rule } from '../mutation.ts'

/** Who may do what. */
export const accessAssumptions = {
  'A-10': assume('What is public', {
    says: 'That something is public gives everyone read on the organization itself, its public blobs, their committed revisions, metadata and operations.',
    otherwise: [
      alternative(
        'What is public is open only to those with a role on it.',
        'Does everyone read a public organization, blob or revision, or only its members?',
        onTerms({ publicOpens: false }),
      ),
      movedTo('A-380/1'),
    ],
    was: ['A-63'],
  }),
  'A-379': assume('Roles and what they open', {
    says: 'Roles have an order: read, write, admin. The role of a user on an organization or a blob is its membership there, for a blob the higher of its own and that of its organization; a user has admin on itself and on the service accounts that it owns. Read is needed to look at blobs, revisions, metadata, sessions, definitions, schedules, executions and members, write to create or change them.',
    otherwise: [
      alternative(
        'Whoever has the role read on an organization starts and cancels executions.',
        'Which role starts and cancels an execution?',
        onTerms({ readIsEnough: true }),
        { units: ['workflow.start_execution', 'workflow.cancel_execution'] },
      ),
    ],
    was: ['A-53'],
  }),
  'A-411': assume('What needs admin', {
    says: 'Admin on an organization or a blob is needed for its keys, its credentials, new memberships, its deletion and that of what stands below it (revisions, definitions, sessions, schedules), and the settings of an organization.',
    otherwise: [
      alternative(
        'Whoever has write on a blob deletes it and its revisions.',
        'Which role deletes a blob or a revision?',
        onTerms({ writeIsAdmin: true }),
        { units: ['DELETE /blobs/:org_id/:blob_id', 'DELETE /revisions/:revision_id'] },
      ),
      alternative(
        'Whoever has write on an organization or a blob lists its keys and credentials.',
        'Which role lists the keys and the credentials of a target?',
        onTerms({ writeIsAdmin: true }),
        { units: ['GET /api-keys/target/:target/:target_id', 'GET /credentials/target/:target/:target_id'] },
      ),
      alternative(
        'Whoever has write on an organization changes all of it but its visibility.',
        'Which role changes the name and the alias of an organization?',
        onTerms({ writeIsAdmin: true }),
        { units: ['PATCH /orgs/:org_id'], input: { visibility: undefined } },
      ),
    ],
  }),
  'A-380': assume('What being public does not open', {
    says: 'Sessions, definitions, executions, schedules and the lists of members need a role on the organization or the blob: that it is public is not enough.',
    otherwise: [
      alternative(
        'Everyone sees the members of what is public, and the sessions, definitions, executions and schedules of a public organization.',
        'Who sees the members and the sessions of a public organization?',
        onTerms({ publicIsRole: true }),
      ),
    ],
  }),
  'A-11': assume('Reach of scoped keys', {
    says: 'A key that is scoped to an organization reaches that organization, its blobs and its commands; one that is scoped to a blob reaches that blob and drives the commands of its organization. Its role is the lower of its own and the one that its user holds there. What the user could see and the scope does not reach is 403. Deleting an organization or a blob deletes the keys that are scoped to it: they are 401 from then on.',
    otherwise: [
      alternative(
        'An organization or a blob that the scope of a key does not reach is 404, with all that stands below it.',
        'Is what a scoped key does not reach 403 or 404?',
        onTerms({ scopeHides: true }),
        { answer: 'refusal' },
      ),
    ],
    was: ['A-51', 'A-66'],
  }),
  'A-12': assume('Admin-scoped reads', {
    says: 'The admin-scoped reads, which keys that are scoped to an organization or a blob are refused with 403 `forbidden`, are the organizations and the limits of a user, the limits of an organization, and the listings of keys and of credentials.',
    otherwise: [
      alternative(
        'A scoped key with the role admin reads the limits, keys and credentials of its target, and of the blobs in it.',
        'Does a scoped key with the role admin read the limits, keys and credentials of its target?',
        onTerms({ adminReads: true }),
        {
          units: [
            'GET /orgs/:org_id/limits',
            'GET /api-keys/target/:target/:target_id',
            'GET /credentials/target/:target/:target_id',
          ],
        },
      ),
    ],
  }),
  'A-13': assume('Acting tokens', {
    says: 'An acting token has the rights of its account, and passes where a human is needed. It mints and revokes keys of its own account, reads what its account may read, changes it (the human behind it makes that admissible) and retires it; accounts that it creates belong to the human behind it. It reaches neither the human nor the other accounts of the human, and mints no acting token: an hour must not become a year. That refusal, and those that the specification gives it whatever it asks, come first: `cannot_mint_while_acting` before any 403.',
    otherwise: [
      alternative(
        'An acting token reaches all accounts of its human, and mints acting tokens for them.',
        'Does an acting token reach the other accounts of its human?',
        onTerms({ actsAsHuman: true }),
      ),
    ],
    was: ['A-52', 'A-62', 'A-84'],
  }),
  'A-14': assume('Where acting tokens come from', {
    says: 'An acting token is minted by `POST /users/:id/acting-token`, which answers `token` and `expires_at`. It needs a human, and admin on the account.',
    otherwise: [
      movedTo('A-419/1'),
      alternative(
        'The answer with an acting token does not hold `expires_at`.',
        'Does the answer with an acting token say when it expires?',
        omit('expires_at'),
      ),
    ],
  }),
  'A-419': assume('Lifetime of acting tokens', {
    says: 'An acting token lives for one hour; from then on it is 401.',
    otherwise: [
      alternative(
        'An acting token lives for 15 minutes.',
        'How long does an acting token live?',
        withSettings({ acting_token_ms: 900_000 }, 'later'),
      ),
    ],
  }),
  'A-94': assume('A visibility that is there from the start', {
    says: 'Changing a `visibility`, which needs a human, is about what exists: the own key of a service account may create a public organization or a public blob.',
    otherwise: [
      alternative(
        'The own key of a service account creates private ones only.',
        'May the own key of a service account create a public organization or blob?',
        refuse('forbidden', 'With its own key a service account creates nothing public.'),
        { answer: 'admitted', input: { visibility: 'public' } },
      ),
    ],
  }),
  'A-352': assume('What a read key changes of its user', {
    says: 'A key with the role read, or with a scope, changes nothing of its user and of the accounts that the user owns: `PATCH /users/me` is 403 with it.',
    otherwise: [
      alternative(
        'A key of a user with the role read changes its user, and the accounts that the user owns.',
        'Does a key of a user with the role read change the name of its user?',
        onTerms({ granted: 'write' }),
      ),
    ],
  }),
  'A-152': assume('Only service accounts are retired and acted for', {
    says: 'Retiring a human, and minting an acting token for one, is 403, for the human itself too.',
    otherwise: [
      alternative(
        'For the human itself, with a key of the role admin or a token, it is refused with 400 `invalid_request_body`.',
        'How is retiring a human, or minting an acting token for one, refused for the human itself?',
        refuse('invalid_request_body'),
        { answer: 'refusal' },
      ),
    ],
  }),
  'A-153': assume('Who creates accounts and organizations', {
    says: 'Creating a service account or an organization needs write on the caller itself, so that read keys and scoped keys are refused. An account creates organizations with its own key.',
    otherwise: [
      alternative(
        'A key of a user with the role read creates them, too.',
        'Does a key of a user with the role read create organizations and service accounts?',
        onTerms({ granted: 'write' }),
      ),
    ],
  }),
  'A-155': assume('What the counts of a user count', {
    says: '`orgs_per_user` counts memberships in organizations, so that adding a member can be refused by it as well. `service_accounts_per_user` counts active accounts, and `api_keys_per_target` of a user the keys whose target it is.',
    otherwise: [
      alternative(
        'Adding a member is never refused by `orgs_per_user`.',
        'Does `orgs_per_user` refuse adding a member?',
        admitWith({ limits: { orgs_per_user: 1_000_000 } }),
        { units: ['POST /members/target/:target/:target_id'] },
      ),
    ],
  }),
  'A-156': assume('Limits of an organization', {
    says: 'Only admins of an organization read its limits.',
    otherwise: [
      alternative(
        'Everyone who can see an organization reads its limits.',
        'Who reads the limits of an organization?',
        onTerms({ granted: 'admin' }),
      ),
    ],
  }),
  'A-157': assume('Users of a user', {
    says: 'The users of the target `user` are the service accounts that it owns, retired ones included. They are shown to the user and to its owner.',
    otherwise: [
      alternative(
        'The target `user` is refused with `invalid_request_body`.',
        'Are there users of the target `user`?',
        rule('users-have-no-users'),
      ),
    ],
  }),
  'A-158': assume('A credential of a target that is not seen', {
    says: 'Deleting a credential of an organization or a blob that the caller cannot see is 404 `credential_not_found`, as if there were none.',
    otherwise: [
      alternative(
        'It is 403 `forbidden`.',
        'Is deleting a credential of what the caller cannot see 404 or 403?',
        refuseInstead(['credential_not_found'], 'forbidden'),
        { answer: 'refusal' },
      ),
    ],
  }),
  'A-104': assume('Who reads an operation', {
    says: 'An operation is shown to everyone who can see its blob. Once the blob is gone it is shown to the user who started it and to everyone who can see the organization.',
    otherwise: [alternative('It is shown to every user.', 'Who reads an operation?', onTerms({ granted: 'read' }))],
  }),
}
