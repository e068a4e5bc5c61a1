/** A test of a suite, as a file beside it that runs the test alone, in the world of a scenario file. */
export interface WorldTest {
  /** Import of the file that has the test: `./list.test.ts`; for pytest `test_list`, or `.test_list` in a package. */
  readonly from: string
  /** Name with its groups, as the runner shows it: `orgs > lists all`; for pytest the end of its id. */
  readonly test: string
  /** Name of the scenario file in the same folder. */
  readonly world: string
  /** Message of its failure. */
  readonly message: string
  /** Sizes, for people: `438 records to 15`. */
  readonly size: string
}

/** The file for vitest. Emulators begin with the scenario, which has to be JSON, from the import of the test on. */
export function vitestText(test: WorldTest): string {
  return `${comment('//', test)}import { afterAll, beforeEach, expect } from 'vitest'

process.env.SVC_EMULATOR_FROM = import.meta.dirname + ${quote(`/${test.world}`)}
afterAll(() => {
  delete process.env.SVC_EMULATOR_FROM
})

beforeEach(({ skip }) => {
  if (expect.getState().currentTestName !== ${quote(test.test)}) skip()
})

await import(${quote(test.from)})
`
}

/** The file for pytest, with its plugin. Names that begin with an underscore are not imported. */
export function pytestText(test: WorldTest): string {
  return `${comment('#', test)}import pytest

from ${test.from} import *  # noqa: F403

pytestmark = pytest.mark.svc(scenario=${JSON.stringify(test.world)})


@pytest.fixture(autouse=True)
def only_the_test_that_fails(request):
    if not request.node.nodeid.endswith(${JSON.stringify(`::${test.test}`)}):
        pytest.skip("another test than the one that fails")
`
}

function comment(mark: string, { from, test, world, message, size }: WorldTest): string {
  const lines = [
    ...message.split(/\r?\n/),
    '',
    `${test} of ${from}, in the smallest world in which it fails: ${world} (${size}).`,
    'Written by svc-emulator shrink --write-test. It passes once the client is mended.',
  ]
  return lines.map((line) => `${`${mark} ${line}`.trimEnd()}\n`).join('')
}

const quote = (text: string): string => (/['\\\n\r]/.test(text) ? JSON.stringify(text) : `'${text}'`)
