/** `npx tsx tests/otherwise/write-transitions.ts`: writes transitions.txt, which is read by a person before it is kept. */
import '../conformance/large-world.ts'
import { writeTransitions } from './transitions.ts'

await writeTransitions()
