import { offerNodeParts } from '../../scenario/node-parts.ts'
import { tellTestFile } from './tell-test-file.ts'

// Filling the starter world is most of what the first emulator of a test file costs. Only Node can read the file.
offerNodeParts()
await tellTestFile()

export * from '../../index.ts'
