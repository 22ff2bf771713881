import { Banner } from '#client/ui/banner.tsx'

/** Warnings about the page, such as products that are missing because they cannot be read. */
export const ListWarnings = ({ warnings }: { warnings: readonly string[] }) => (
  <Banner kind="note" mb="xs">
    {warnings.map((warning) => (
      <div key={warning}>{warning}</div>
    ))}
  </Banner>
)
