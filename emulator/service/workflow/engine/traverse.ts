/** A breadth-first walk over a graph that is read edge by edge; knows no records. */
export interface GraphReader {
  /** Edges that touch a node, in either direction, with the node at the other end. */
  edges(node: string): Iterable<{ readonly edge: string; readonly other: string }>
  /** The two ends of an edge; undefined for a node. */
  ends(element: string): readonly [string, string] | undefined
}

/**
 * Ids of every element within `depth` edges of `start`, which is a node or an edge. Undefined when there are more than
 * `most`: nothing partial is ever answered. The edges between nodes at the very end of the walk are not walked.
 */
export function traverse(graph: GraphReader, start: string, depth: number, most: number): Set<string> | undefined {
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
  return visited.size > most ? undefined : visited
}
