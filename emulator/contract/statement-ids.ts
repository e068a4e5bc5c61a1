// Written by tools/statement-ids.ts from clauses/ and assumptions/: do not edit.
import type { AssumptionId, ClauseId } from './statement-names.ts'

/** The id of every clause, in the order of the specification. */
export const clauseIds = whole(`
service.json-bodies .json-answers .revision-belongs-to-blob .member-is-membership-on-target .long-running-work-is-an-operation
.realtime-carries-workflow .realtime-carries-scheduler identifiers.path.accepts-uuid ..accepts-alias .alias.globally-unique
.uuid.canonical-lowercase ..other-strings-are-aliases .alias.user-uuid-shape-refused ..org-uuid-shape-refused ..blob-uuid-shape-refused
..user-rename-uuid-shape-refused ..org-rename-uuid-shape-refused ..blob-rename-uuid-shape-refused ..not-checked-on-reads .session.by-id
..by-alias .schedule.by-id ..by-alias .definition.by-id ..by-alias .session.uuid-shape-refused .schedule.uuid-shape-refused
.definition.uuid-shape-refused .me.resolves-to-caller ..before-authorization ..bearer-token ..api-key user.id-is-uuid .has-name .has-alias
.type-always-present .status-always-present .role-owner-for-self .role-read-for-other .role-never-stored .retire.removes-memberships
api-key.has-id .role-in-set .target-in-set .has-target-id .target-target-id-serialized .user-id-of-user-target .user-id-of-org-target
.user-id-of-blob-target .created-by-is-minting-human .created-by-apart-from-user-id .key-prefix .created-at-iso-utc
.secret-only-at-creation revision.status-ready .status-failed .phase-draft .phase-commit .failed-operation-three-values
.reset.failed-commit-becomes-draft-ready ..failed-delete-becomes-commit-ready ..any-phase ..phase-untouched ..clears-failed-operation
..needs-failed ..blob-creating-refused ..blob-deleting-refused ..answers-status-only ..needs-write ..blob-not-visible ..unknown-id
..blob-unreachable envelope.status-on-every-response .success-fields-beside-status .nothing-to-return-is-status-only .no-bare-empty-object
.failure-has-error-and-message .error-code-is-stable .limit.names-the-limit ..with-limit-exceeded ..with-invalid-blob-type
..with-size-and-count-limits .check-definition.answers-200 ..failure-is-the-verdict .binary.file-is-the-body ..model-download
..session-file-download ..model-upload ..session-file-upload pagination.no-query-parameters .cursor-is-a-body-field
.shape-belongs-to-endpoint .opaque.cursor-in-response ..resumes-at-cursor ..limit-accepted ..limit-is-optional ..null-means-exhausted
..modified-cursor-refused ..limit-above-maximum-refused .record.last-id-in-response ..resumes-at-start-id ..limit-refused ..page-of-ten
..newest-first ..order-not-changeable ..null-means-exhausted ..deleted-record .complete.whole-set ..no-pagination-field
.unpaginated.single-page-of-1mb ..cut-is-silent .first-call-omits-cursor .null-cursor-refused .limit-bounds-rows-read
.short-page-is-not-the-end .empty-page-is-not-the-end .opaque.list-session-objects ..list-session-thread-items
..list-session-graph-elements ..list-session-graph-neighbors ..list-session-events ..list-execution-events .revisions.cursor-in-query
..limit-in-query ..limit-default-50 ..limit-minimum-1 ..limit-maximum-200 ..limit-out-of-range .record.workflow-list-sessions
..workflow-list-executions ..scheduler-list-schedules ..scheduler-list-executions .complete.api-keys ..credentials ..target-users
..query-session-graph .graph.caps-refuse ..never-partial .unpaginated.list-definitions ..org-blobs ..user-orgs ..target-members
..blob-metadata ..revision-metadata ..definitions-filter-after-cut ..blobs-filter-after-cut ..orgs-filter-after-cut
..empty-does-not-prove-absence users.get.answers-user ..any-authenticated-caller ..no-redaction .update.self ..service-account-owner
..service-account-owner-only ..others-refused .orgs.self-sees-public ..self-sees-private ..other-sees-public-only .limits.self
..other-refused api-keys.create.answers-api-key ..role-required ..role-outside-set-refused ..target-outside-set-refused
..description-accepted ..description-optional ..needs-admin ..needs-human ..service-account-refused ..user-target-authenticates-as-target
..acting-token-org-refused ..acting-token-blob-refused ..acting-token-user-allowed ..never-above-role .list.answers-keys-of-target
.delete.answers-status-only ..removes-key ..needs-admin ..needs-human ..service-account-refused ..service-account-itself-refused
members.list.answers-members-of-target .delete.takes-member-id ..answers-status-only ..needs-admin ..needs-human ..service-account-refused
..acting-token-admitted credentials.list.answers-credentials-of-target .delete.removes-credential ..answers-status-only
orgs.delete.answers-status-only ..by-uuid ..by-alias ..deletes-everything-in-it .blobs.answers-blobs-of-org ..filters-by-visibility
revisions.list.answers-revisions-of-blob ..answers-cursor ..null-when-exhausted .metadata.under-alias blobs.metadata.under-alias
authentication.bearer-token .api-key keys.never-exceeds-role .owner-is-injected-only .scope.user ..org ..blob ..org-key-drives-commands
..blob-key-drives-commands ..org-key-admin-scoped-reads-refused ..blob-key-admin-scoped-reads-refused service-accounts.type-is-service
.key-authenticates-as-account perimeter.store-credential .delete-credential .grant-membership .create-account .retire-account
.mint-acting-token .org-visibility .blob-visibility .push-admitted .pull-admitted .workflow-deployment-admitted
.scheduler-deployment-admitted .execute-admitted acting-token.carries-human realtime.speaks-json-rpc-2 .answers-result-or-error
events.list-session-events .list-execution-events errors.forbidden-is-403 .limit-exceeded .invalid-blob-type versioning.v1-prefix
client.default-api-url-has-v1 .profile.holds-key-and-url ..realtime-url-optional .file.path ..yaml-default-and-profiles
..default-names-profile ..written-atomically ..mode-0600 ..group-or-other-bits-refused ..mode-never-fixed .key-never-in-output
.key-never-in-errors .key-never-in-json .file.rewritten-whole worker.reads-credential-file client.file.old-release-drops-realtime-url
.json-output .schema-version .exit-0-on-success .exit-2-on-usage-error .resolution.flags-over-environment ..environment-over-profile
..env-key-without-file ..env-key-no-warning ..svc-profile .realtime-url-never-opened .login.profile-flag ..profile-variable
..profile-default-name ..api-key-literal ..api-key-stdin ..api-key-env ..api-url-literal ..api-url-default ..api-url-stdin ..api-url-env
..realtime-url-literal ..realtime-url-stdin ..realtime-url-env ..no-input-fails ..one-source-per-value ..one-stdin-flag
..usage-before-reading ..env-flag-needs-name ..values-resolve-independently ..empty-source-fails ..env-unset-fails ..env-blank-fails
..prompt-not-after-stdin-flag ..prompt-needs-terminal ..prompts-url-then-key ..prompts-on-stderr ..key-prompt-without-echo
..realtime-url-never-prompted ..unclaimed-url-takes-default ..unclaimed-key-fails ..empty-answer-fails ..fails-before-network
..validates-key ..rejected-key ..writes-profile ..prints-identity ..json-payload ..json-user-is-identity-record ..key-never-printed
..json-realtime-url-concrete ..stores-realtime-url-only-if-supplied ..first-profile-is-default ..later-keeps-default ..adds-profile
..replaces-profile ..no-identity-guard ..service-account-key ..insecure-file ..invalid-yaml ..malformed-profile ..unusable-file
..scripted-without-terminal worker.user-identity-mismatch client.logout.removes-named-profile ..removes-default-profile
..all-removes-every-profile ..all-clears-default ..prints-removed ..json-removed ..json-removed-empty ..default-not-repicked
..login-beside-others-sets-no-default ..no-default-needs-a-name ..profile-use-restores-default worker.fails-after-logout-all
client.logout.all-without-file ..unknown-profile ..no-default ..insecure-file ..malformed-file .whoami.default-profile
..api-key-overrides-profile ..api-key-overrides-environment ..api-url-flag ..api-url-environment ..api-url-profile ..api-url-default
..realtime-url-resolved ..identity-then-probe ..five-lines ..user-line ..profile-none-flag-key ..profile-none-environment-key
..json-payload ..json-profile-null ..scope-full ..scope-full-service-account ..scope-restricted ..restricted-is-valid
..scope-unknown-network ..scope-unknown-server-error ..scope-unverified-advisory ..scope-unknown-exits-0 ..rejected-key ..no-key
..unknown-profile ..insecure-file .profile-ls.no-network ..line-per-profile ..marks-default ..two-spaces ..name-and-url ..realtime-suffix
..json-entries ..json-realtime-url-null ..json-default ..no-profiles ..no-file ..insecure-file ..malformed-file .profile-use.name-required
..sets-default ..stores-nothing-new ..prints ..json-default ..unknown-profile ..insecure-file ..malformed-file
worker.bare-start-uses-default .first-line-names-profile
`)

/** The id of every assumption, in order. */
export const assumptionIds: readonly AssumptionId[] = [
'A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-6', 'A-7', 'A-8', 'A-9', 'A-10', 'A-11', 'A-12', 'A-13', 'A-14', 'A-15', 'A-16', 'A-17', 'A-18',
'A-19', 'A-20', 'A-21', 'A-22', 'A-23', 'A-24', 'A-25', 'A-26', 'A-27', 'A-28', 'A-29', 'A-30', 'A-31', 'A-32', 'A-33', 'A-34', 'A-35',
'A-36', 'A-37', 'A-38', 'A-39', 'A-40', 'A-41', 'A-42', 'A-43', 'A-44', 'A-45', 'A-46', 'A-47', 'A-48', 'A-49', 'A-50', 'A-51', 'A-52',
'A-53', 'A-54', 'A-55', 'A-56', 'A-57', 'A-58', 'A-59', 'A-60', 'A-61', 'A-62', 'A-63', 'A-64', 'A-65', 'A-66', 'A-67', 'A-68', 'A-69',
'A-70', 'A-71', 'A-72', 'A-73', 'A-74', 'A-75', 'A-76', 'A-77', 'A-78', 'A-79', 'A-80', 'A-81', 'A-82', 'A-100', 'A-101', 'A-103',
'A-104', 'A-105', 'A-110', 'A-150', 'A-151', 'A-152', 'A-153', 'A-154', 'A-155', 'A-156', 'A-157', 'A-158', 'A-159', 'A-160', 'A-180',
'A-181', 'A-201', 'A-202', 'A-204', 'A-205', 'A-206', 'A-207', 'A-208', 'A-209', 'A-300', 'A-301', 'A-304', 'A-312', 'A-313', 'A-314',
'A-315', 'A-316', 'A-317', 'A-318', 'A-319', 'A-320', 'A-321', 'A-322', 'A-323', 'A-324',
]

/** Each leading dot stands for a word that the id before it begins with, too. */
function whole(text: string): readonly ClauseId[] {
  let words: string[] = []
  return text.trim().split(/\s+/).map((id) => {
    const [dots] = /^\.*/.exec(id)!
    words = [...words.slice(0, dots.length), ...id.slice(dots.length).split('.')]
    return words.join('.') as ClauseId
  })
}
