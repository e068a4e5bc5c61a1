import { offerNodeParts } from '../../scenario/node-parts.ts'

/** As `svc-emulator` for browsers, with what Node has beside it; awaits nothing, so that it can be required. */
offerNodeParts()

export * from '../../index.ts'
