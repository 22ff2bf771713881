import { NativeSelect } from '@mantine/core'

type Props<Size extends number> = { sizes: readonly Size[]; value: Size; onChange: (size: Size) => void }

/** The number of items per page. */
export function PageSizeSelect<Size extends number>({ sizes, value, onChange }: Props<Size>) {
  const choose = (typed: string) => {
    const size = sizes.find((one) => String(one) === typed)
    if (size) onChange(size)
  }
  return (
    <NativeSelect
      size="xs"
      w={76}
      aria-label="Items per page"
      data={sizes.map(String)}
      value={String(value)}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  )
}
