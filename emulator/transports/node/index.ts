import { offerStarter } from '../../scenario/starter-world.ts'

// Filling it is most of what the first emulator of a test file costs. Only Node can read the file.
offerStarter()

export * from '../../index.ts'
