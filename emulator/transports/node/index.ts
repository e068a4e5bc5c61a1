import { offerStarter } from '../../scenario/starter-world.ts'
import { tellTestFile } from './tell-test-file.ts'

// Filling it is most of what the first emulator of a test file costs. Only Node can read the file.
offerStarter()
await tellTestFile()

export * from '../../index.ts'
