import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes minutes, by parts of paths. A fresh clone has no times of a run before, and the size of a file says little. */
const longest = ['backup/backup.int', 'ops/archive.int', 'quality.test']

/** The files of each project in the order in which the run ends soonest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const index = longest.findIndex((part) => moduleId.includes(part))
      return index === -1 ? longest.length : index
    }
    const projects = Map.groupBy(sorted, ({ project }) => project.name)
    return [...projects.values()].flatMap((own) => own.toSorted((a, b) => rank(a) - rank(b)))
  }
}
