/** The commands as the first page of help lists them, one line each. */
export const commandGroups = {
  Run: {
    start: 'Serve the API on one port; the default command',
    exec: 'Serve it for the time of one command, such as npm test',
    mcp: 'Serve an agent, over the Model Context Protocol',
  },
  Test: {
    check: 'Report the ten gravest things about a client and its tests',
    replay: 'Play the steps of scenarios, and report differences',
    mutate: 'Find the documented behaviour that your tests do not check',
    explore: 'Find the documented failures that a client does not survive',
    questions: 'Find the open questions that matter to a client',
    leans: 'Write down which sentences a client or its tests lean on',
    'may-change': 'Tell which consumers a change of the service breaks',
    permissions: 'Find the least key that a client needs',
    why: 'Find the sentence or record that a red test is about',
    shrink: 'Find the smallest world in which something still fails',
    drift: 'Compare a service with the specification, sentence by sentence',
  },
  Ask: {
    clauses: 'Print the statements of the specification, and the assumptions',
    coverage: 'Report which statements a run of tests exercised',
    openapi: 'Print the OpenAPI document',
    openrpc: 'Print the OpenRPC document',
    doctor: 'Print versions and variables, for the report of a defect',
  },
  Look: {
    list: 'List the shipped scenarios and fixtures',
    show: 'Open a run, or the playground, in a browser',
    diff: 'Print what differs between two states, record by record',
  },
  Write: {
    init: 'Write a first scenario, and a test that uses it',
    validate: 'Check the files that you wrote, and name each mistake',
    record: 'Write what a client asks a server as a scenario',
    pull: 'Write an organization of a service as a fixture',
    completion: 'Print the completion script of a shell',
  },
}
