import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take half a minute and more. */
const longest = ['access-matrix', 'faults', 'fuzz', 'kill', 'order-jobs', 'bulk-jobs'].map((name) => `/tests/server/${name}.test.ts`)

/**
 * Starts the longest files first, so that no core waits for them at the end. Vitest orders files by its times of the last run, and in a
 * fresh clone by their sizes; these files are short, because they run proofs.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((path) => moduleId.endsWith(path))
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of vitest's
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
