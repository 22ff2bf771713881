import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { useAtOnce } from './at-once.ts'

type Props = Omit<NativeSelectProps, 'value' | 'onChange'> & {
  value: string
  /** Resolves when the screen of the new URL is shown. */
  onChoose: (value: string) => Promise<void>
}

/** A select whose value is in the URL. */
export function UrlSelect({ value, onChoose, ...select }: Props) {
  const [shown, choose] = useAtOnce(value, onChoose)
  return <NativeSelect size="xs" {...select} value={shown} onChange={({ currentTarget }) => choose(currentTarget.value)} />
}
