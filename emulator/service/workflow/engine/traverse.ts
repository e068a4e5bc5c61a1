/** Breadth-first walk over a graph that is read edge by edge. */
export interface GraphReader {
  /** Reads the edges of a node, in either direction, with the node at the other end. */
  edges(node: string): Iterable<{ readonly edge: string; readonly other: string }>
  /** Gets the two ends of an edge; undefined for a node. */
  ends(element: string): readonly string[] | undefined
}

interface Traversal {
  /** Ids of every element within the depth. */
  readonly ids: Set<string>
  /** True if an edge leads on from where the walk ended. */
  readonly goesOn: boolean
}

/**
 * Collects every element within `depth` edges of `start`, a node or an edge. Undefined for more than `most`: no partial
 * result is ever answered. Edges between nodes at the end of the walk are not followed.
 */
export function traverse(graph: GraphReader, start: string, depth: number, most: number): Traversal | undefined {
  const visited = new Set<string>([start])
  const ends = graph.ends(start)
  let frontier = ends === undefined ? [start] : ends.filter((id, position) => ends.indexOf(id) === position)
  for (const id of frontier) visited.add(id)
  for (let walked = 0; walked < depth && frontier.length > 0; walked++) {
    const reached: string[] = []
    for (const node of frontier) {
      for (const { edge, other } of graph.edges(node)) {
        visited.add(edge)
        if (!visited.has(other)) reached.push(other)
        visited.add(other)
        if (visited.size > most) return undefined
      }
    }
    frontier = reached
  }
  if (visited.size > most) return undefined
  return {
    ids: visited,
    goesOn: frontier.some((node) => [...graph.edges(node)].some(({ edge }) => !visited.has(edge))),
  }
}
