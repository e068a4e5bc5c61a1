// Written by tools/statement-ids.ts from clauses/ and assumptions/: do not edit.

/** The id of a clause: a testable statement of the specification. */
export type ClauseId =
| 'service.json-bodies' | 'service.json-answers' | 'service.revision-belongs-to-blob' | 'service.member-is-membership-on-target' |
'service.long-running-work-is-an-operation' | 'service.realtime-carries-workflow' | 'service.realtime-carries-scheduler' |
'identifiers.path.accepts-uuid' | 'identifiers.path.accepts-alias' | 'identifiers.alias.globally-unique' |
'identifiers.uuid.canonical-lowercase' | 'identifiers.uuid.other-strings-are-aliases' | 'identifiers.alias.user-uuid-shape-refused' |
'identifiers.alias.org-uuid-shape-refused' | 'identifiers.alias.blob-uuid-shape-refused' |
'identifiers.alias.user-rename-uuid-shape-refused' | 'identifiers.alias.org-rename-uuid-shape-refused' |
'identifiers.alias.blob-rename-uuid-shape-refused' | 'identifiers.alias.not-checked-on-reads' | 'identifiers.session.by-id' |
'identifiers.session.by-alias' | 'identifiers.schedule.by-id' | 'identifiers.schedule.by-alias' | 'identifiers.definition.by-id' |
'identifiers.definition.by-alias' | 'identifiers.session.uuid-shape-refused' | 'identifiers.schedule.uuid-shape-refused' |
'identifiers.definition.uuid-shape-refused' | 'identifiers.me.resolves-to-caller' | 'identifiers.me.before-authorization' |
'identifiers.me.bearer-token' | 'identifiers.me.api-key' | 'user.id-is-uuid' | 'user.has-name' | 'user.has-alias' |
'user.type-always-present' | 'user.status-always-present' | 'user.role-owner-for-self' | 'user.role-read-for-other' |
'user.role-never-stored' | 'user.retire.removes-memberships' | 'api-key.has-id' | 'api-key.role-in-set' | 'api-key.target-in-set' |
'api-key.has-target-id' | 'api-key.target-target-id-serialized' | 'api-key.user-id-of-user-target' | 'api-key.user-id-of-org-target' |
'api-key.user-id-of-blob-target' | 'api-key.created-by-is-minting-human' | 'api-key.created-by-apart-from-user-id' | 'api-key.key-prefix'
| 'api-key.created-at-iso-utc' | 'api-key.secret-only-at-creation' | 'revision.status-ready' | 'revision.status-failed' |
'revision.phase-draft' | 'revision.phase-commit' | 'revision.failed-operation-three-values' |
'revision.reset.failed-commit-becomes-draft-ready' | 'revision.reset.failed-delete-becomes-commit-ready' | 'revision.reset.any-phase' |
'revision.reset.phase-untouched' | 'revision.reset.clears-failed-operation' | 'revision.reset.needs-failed' |
'revision.reset.blob-creating-refused' | 'revision.reset.blob-deleting-refused' | 'revision.reset.answers-status-only' |
'revision.reset.needs-write' | 'revision.reset.blob-not-visible' | 'revision.reset.unknown-id' | 'revision.reset.blob-unreachable' |
'envelope.status-on-every-response' | 'envelope.success-fields-beside-status' | 'envelope.nothing-to-return-is-status-only' |
'envelope.no-bare-empty-object' | 'envelope.failure-has-error-and-message' | 'envelope.error-code-is-stable' |
'envelope.limit.names-the-limit' | 'envelope.limit.with-limit-exceeded' | 'envelope.limit.with-invalid-blob-type' |
'envelope.limit.with-size-and-count-limits' | 'envelope.check-definition.answers-200' | 'envelope.check-definition.failure-is-the-verdict'
| 'envelope.binary.file-is-the-body' | 'envelope.binary.model-download' | 'envelope.binary.session-file-download' |
'envelope.binary.model-upload' | 'envelope.binary.session-file-upload' | 'pagination.no-query-parameters' |
'pagination.cursor-is-a-body-field' | 'pagination.shape-belongs-to-endpoint' | 'pagination.opaque.cursor-in-response' |
'pagination.opaque.resumes-at-cursor' | 'pagination.opaque.limit-accepted' | 'pagination.opaque.limit-is-optional' |
'pagination.opaque.null-means-exhausted' | 'pagination.opaque.modified-cursor-refused' | 'pagination.opaque.limit-above-maximum-refused' |
'pagination.record.last-id-in-response' | 'pagination.record.resumes-at-start-id' | 'pagination.record.limit-refused' |
'pagination.record.page-of-ten' | 'pagination.record.newest-first' | 'pagination.record.order-not-changeable' |
'pagination.record.null-means-exhausted' | 'pagination.record.deleted-record' | 'pagination.complete.whole-set' |
'pagination.complete.no-pagination-field' | 'pagination.unpaginated.single-page-of-1mb' | 'pagination.unpaginated.cut-is-silent' |
'pagination.first-call-omits-cursor' | 'pagination.null-cursor-refused' | 'pagination.limit-bounds-rows-read' |
'pagination.short-page-is-not-the-end' | 'pagination.empty-page-is-not-the-end' | 'pagination.opaque.list-session-objects' |
'pagination.opaque.list-session-thread-items' | 'pagination.opaque.list-session-graph-elements' |
'pagination.opaque.list-session-graph-neighbors' | 'pagination.opaque.list-session-events' | 'pagination.opaque.list-execution-events' |
'pagination.revisions.cursor-in-query' | 'pagination.revisions.limit-in-query' | 'pagination.revisions.limit-default-50' |
'pagination.revisions.limit-minimum-1' | 'pagination.revisions.limit-maximum-200' | 'pagination.revisions.limit-out-of-range' |
'pagination.record.workflow-list-sessions' | 'pagination.record.workflow-list-executions' | 'pagination.record.scheduler-list-schedules' |
'pagination.record.scheduler-list-executions' | 'pagination.complete.api-keys' | 'pagination.complete.credentials' |
'pagination.complete.target-users' | 'pagination.complete.query-session-graph' | 'pagination.graph.caps-refuse' |
'pagination.graph.never-partial' | 'pagination.unpaginated.list-definitions' | 'pagination.unpaginated.org-blobs' |
'pagination.unpaginated.user-orgs' | 'pagination.unpaginated.target-members' | 'pagination.unpaginated.blob-metadata' |
'pagination.unpaginated.revision-metadata' | 'pagination.unpaginated.definitions-filter-after-cut' |
'pagination.unpaginated.blobs-filter-after-cut' | 'pagination.unpaginated.orgs-filter-after-cut' |
'pagination.unpaginated.empty-does-not-prove-absence' | 'users.get.answers-user' | 'users.get.any-authenticated-caller' |
'users.get.no-redaction' | 'users.update.self' | 'users.update.service-account-owner' | 'users.update.service-account-owner-only' |
'users.update.others-refused' | 'users.orgs.self-sees-public' | 'users.orgs.self-sees-private' | 'users.orgs.other-sees-public-only' |
'users.limits.self' | 'users.limits.other-refused' | 'api-keys.create.answers-api-key' | 'api-keys.create.role-required' |
'api-keys.create.role-outside-set-refused' | 'api-keys.create.target-outside-set-refused' | 'api-keys.create.description-accepted' |
'api-keys.create.description-optional' | 'api-keys.create.needs-admin' | 'api-keys.create.needs-human' |
'api-keys.create.service-account-refused' | 'api-keys.create.user-target-authenticates-as-target' |
'api-keys.create.acting-token-org-refused' | 'api-keys.create.acting-token-blob-refused' | 'api-keys.create.acting-token-user-allowed' |
'api-keys.create.never-above-role' | 'api-keys.list.answers-keys-of-target' | 'api-keys.delete.answers-status-only' |
'api-keys.delete.removes-key' | 'api-keys.delete.needs-admin' | 'api-keys.delete.needs-human' | 'api-keys.delete.service-account-refused'
| 'api-keys.delete.service-account-itself-refused' | 'members.list.answers-members-of-target' | 'members.delete.takes-member-id' |
'members.delete.answers-status-only' | 'members.delete.needs-admin' | 'members.delete.needs-human' |
'members.delete.service-account-refused' | 'members.delete.acting-token-admitted' | 'credentials.list.answers-credentials-of-target' |
'credentials.delete.removes-credential' | 'credentials.delete.answers-status-only' | 'orgs.delete.answers-status-only' |
'orgs.delete.by-uuid' | 'orgs.delete.by-alias' | 'orgs.delete.deletes-everything-in-it' | 'orgs.blobs.answers-blobs-of-org' |
'orgs.blobs.filters-by-visibility' | 'revisions.list.answers-revisions-of-blob' | 'revisions.list.answers-cursor' |
'revisions.list.null-when-exhausted' | 'revisions.metadata.under-alias' | 'blobs.metadata.under-alias' | 'authentication.bearer-token' |
'authentication.api-key' | 'keys.never-exceeds-role' | 'keys.owner-is-injected-only' | 'keys.scope.user' | 'keys.scope.org' |
'keys.scope.blob' | 'keys.scope.org-key-drives-commands' | 'keys.scope.blob-key-drives-commands' |
'keys.scope.org-key-admin-scoped-reads-refused' | 'keys.scope.blob-key-admin-scoped-reads-refused' | 'service-accounts.type-is-service' |
'service-accounts.key-authenticates-as-account' | 'perimeter.store-credential' | 'perimeter.delete-credential' |
'perimeter.grant-membership' | 'perimeter.create-account' | 'perimeter.retire-account' | 'perimeter.mint-acting-token' |
'perimeter.org-visibility' | 'perimeter.blob-visibility' | 'perimeter.push-admitted' | 'perimeter.pull-admitted' |
'perimeter.workflow-deployment-admitted' | 'perimeter.scheduler-deployment-admitted' | 'perimeter.execute-admitted' |
'acting-token.carries-human' | 'realtime.speaks-json-rpc-2' | 'realtime.answers-result-or-error' | 'events.list-session-events' |
'events.list-execution-events' | 'errors.forbidden-is-403' | 'errors.limit-exceeded' | 'errors.invalid-blob-type' | 'versioning.v1-prefix'
| 'client.default-api-url-has-v1' | 'client.profile.holds-key-and-url' | 'client.profile.realtime-url-optional' | 'client.file.path' |
'client.file.yaml-default-and-profiles' | 'client.file.default-names-profile' | 'client.file.written-atomically' | 'client.file.mode-0600'
| 'client.file.group-or-other-bits-refused' | 'client.file.mode-never-fixed' | 'client.key-never-in-output' | 'client.key-never-in-errors'
| 'client.key-never-in-json' | 'client.file.rewritten-whole' | 'worker.reads-credential-file' |
'client.file.old-release-drops-realtime-url' | 'client.json-output' | 'client.schema-version' | 'client.exit-0-on-success' |
'client.exit-2-on-usage-error' | 'client.resolution.flags-over-environment' | 'client.resolution.environment-over-profile' |
'client.resolution.env-key-without-file' | 'client.resolution.env-key-no-warning' | 'client.resolution.svc-profile' |
'client.realtime-url-never-opened' | 'client.login.profile-flag' | 'client.login.profile-variable' | 'client.login.profile-default-name' |
'client.login.api-key-literal' | 'client.login.api-key-stdin' | 'client.login.api-key-env' | 'client.login.api-url-literal' |
'client.login.api-url-default' | 'client.login.api-url-stdin' | 'client.login.api-url-env' | 'client.login.realtime-url-literal' |
'client.login.realtime-url-stdin' | 'client.login.realtime-url-env' | 'client.login.no-input-fails' | 'client.login.one-source-per-value'
| 'client.login.one-stdin-flag' | 'client.login.usage-before-reading' | 'client.login.env-flag-needs-name' |
'client.login.values-resolve-independently' | 'client.login.empty-source-fails' | 'client.login.env-unset-fails' |
'client.login.env-blank-fails' | 'client.login.prompt-not-after-stdin-flag' | 'client.login.prompt-needs-terminal' |
'client.login.prompts-url-then-key' | 'client.login.prompts-on-stderr' | 'client.login.key-prompt-without-echo' |
'client.login.realtime-url-never-prompted' | 'client.login.unclaimed-url-takes-default' | 'client.login.unclaimed-key-fails' |
'client.login.empty-answer-fails' | 'client.login.fails-before-network' | 'client.login.validates-key' | 'client.login.rejected-key' |
'client.login.writes-profile' | 'client.login.prints-identity' | 'client.login.json-payload' | 'client.login.json-user-is-identity-record'
| 'client.login.key-never-printed' | 'client.login.json-realtime-url-concrete' | 'client.login.stores-realtime-url-only-if-supplied' |
'client.login.first-profile-is-default' | 'client.login.later-keeps-default' | 'client.login.adds-profile' |
'client.login.replaces-profile' | 'client.login.no-identity-guard' | 'client.login.service-account-key' | 'client.login.insecure-file' |
'client.login.invalid-yaml' | 'client.login.malformed-profile' | 'client.login.unusable-file' | 'client.login.scripted-without-terminal' |
'worker.user-identity-mismatch' | 'client.logout.removes-named-profile' | 'client.logout.removes-default-profile' |
'client.logout.all-removes-every-profile' | 'client.logout.all-clears-default' | 'client.logout.prints-removed' |
'client.logout.json-removed' | 'client.logout.json-removed-empty' | 'client.logout.default-not-repicked' |
'client.logout.login-beside-others-sets-no-default' | 'client.logout.no-default-needs-a-name' |
'client.logout.profile-use-restores-default' | 'worker.fails-after-logout-all' | 'client.logout.all-without-file' |
'client.logout.unknown-profile' | 'client.logout.no-default' | 'client.logout.insecure-file' | 'client.logout.malformed-file' |
'client.whoami.default-profile' | 'client.whoami.api-key-overrides-profile' | 'client.whoami.api-key-overrides-environment' |
'client.whoami.api-url-flag' | 'client.whoami.api-url-environment' | 'client.whoami.api-url-profile' | 'client.whoami.api-url-default' |
'client.whoami.realtime-url-resolved' | 'client.whoami.identity-then-probe' | 'client.whoami.five-lines' | 'client.whoami.user-line' |
'client.whoami.profile-none-flag-key' | 'client.whoami.profile-none-environment-key' | 'client.whoami.json-payload' |
'client.whoami.json-profile-null' | 'client.whoami.scope-full' | 'client.whoami.scope-full-service-account' |
'client.whoami.scope-restricted' | 'client.whoami.restricted-is-valid' | 'client.whoami.scope-unknown-network' |
'client.whoami.scope-unknown-server-error' | 'client.whoami.scope-unverified-advisory' | 'client.whoami.scope-unknown-exits-0' |
'client.whoami.rejected-key' | 'client.whoami.no-key' | 'client.whoami.unknown-profile' | 'client.whoami.insecure-file' |
'client.profile-ls.no-network' | 'client.profile-ls.line-per-profile' | 'client.profile-ls.marks-default' | 'client.profile-ls.two-spaces'
| 'client.profile-ls.name-and-url' | 'client.profile-ls.realtime-suffix' | 'client.profile-ls.json-entries' |
'client.profile-ls.json-realtime-url-null' | 'client.profile-ls.json-default' | 'client.profile-ls.no-profiles' |
'client.profile-ls.no-file' | 'client.profile-ls.insecure-file' | 'client.profile-ls.malformed-file' | 'client.profile-use.name-required'
| 'client.profile-use.sets-default' | 'client.profile-use.stores-nothing-new' | 'client.profile-use.prints' |
'client.profile-use.json-default' | 'client.profile-use.unknown-profile' | 'client.profile-use.insecure-file' |
'client.profile-use.malformed-file' | 'worker.bare-start-uses-default' | 'worker.first-line-names-profile'

/** The id of an assumption: a decision on what the specification leaves open. */
export type AssumptionId =
| 'A-1' | 'A-2' | 'A-3' | 'A-4' | 'A-5' | 'A-6' | 'A-7' | 'A-8' | 'A-9' | 'A-10' | 'A-11' | 'A-12' | 'A-13' | 'A-14' | 'A-15' | 'A-16' |
'A-17' | 'A-18' | 'A-19' | 'A-20' | 'A-21' | 'A-22' | 'A-23' | 'A-24' | 'A-25' | 'A-26' | 'A-27' | 'A-28' | 'A-29' | 'A-30' | 'A-31' |
'A-32' | 'A-33' | 'A-34' | 'A-35' | 'A-36' | 'A-37' | 'A-38' | 'A-39' | 'A-40' | 'A-41' | 'A-42' | 'A-43' | 'A-44' | 'A-45' | 'A-46' |
'A-47' | 'A-48' | 'A-49' | 'A-50' | 'A-51' | 'A-52' | 'A-53' | 'A-54' | 'A-55' | 'A-56' | 'A-57' | 'A-58' | 'A-59' | 'A-60' | 'A-61' |
'A-62' | 'A-63' | 'A-64' | 'A-65' | 'A-66' | 'A-67' | 'A-68' | 'A-69' | 'A-70' | 'A-71' | 'A-72' | 'A-73' | 'A-74' | 'A-75' | 'A-76' |
'A-77' | 'A-78' | 'A-79' | 'A-80' | 'A-81' | 'A-82' | 'A-100' | 'A-101' | 'A-103' | 'A-104' | 'A-105' | 'A-110' | 'A-150' | 'A-151' |
'A-152' | 'A-153' | 'A-154' | 'A-155' | 'A-156' | 'A-157' | 'A-158' | 'A-159' | 'A-160' | 'A-180' | 'A-181' | 'A-201' | 'A-202' | 'A-204'
| 'A-205' | 'A-206' | 'A-207' | 'A-208' | 'A-209' | 'A-300' | 'A-301' | 'A-304' | 'A-312' | 'A-313' | 'A-314' | 'A-315' | 'A-316' |
'A-317' | 'A-318' | 'A-319' | 'A-320' | 'A-321' | 'A-322' | 'A-323' | 'A-324'
