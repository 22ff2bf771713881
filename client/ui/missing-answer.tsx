import { Text } from '@mantine/core'
import { say } from '#client/failure.ts'

type Props = {
  error: unknown
  /** The sentence of a failure. */ failed: string
  /** The words while nothing is known. */ loading: string
}

/** What stands in the place of a small list without an answer, so that nobody takes it for an empty one. */
export const MissingAnswer = ({ error, failed, loading }: Props) => (
  <Text size="sm" c={error ? 'var(--mantine-color-error)' : 'dimmed'} role={error ? 'alert' : 'status'}>
    {error ? say(error, failed) : loading}
  </Text>
)
