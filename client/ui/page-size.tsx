import { UrlSelect } from './url-select.tsx'

type Props<Size extends number> = {
  sizes: readonly Size[]
  value: Size
  /** Resolves when the list of this size is shown. */
  onChange: (size: Size) => Promise<void>
}

/** The number of items per page. */
export function PageSizeSelect<Size extends number>({ sizes, value, onChange }: Props<Size>) {
  async function choose(chosen: string) {
    const size = sizes.find((one) => String(one) === chosen)
    if (size) await onChange(size)
  }
  return <UrlSelect w={76} aria-label="Items per page" data={sizes.map(String)} value={String(value)} onChoose={choose} />
}
