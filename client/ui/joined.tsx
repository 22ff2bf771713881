import { Fragment } from 'react'

type Props = { parts: readonly string[]; by: string }

/** External texts in one line. Each part keeps its own direction, so that an Arabic part does not reorder its neighbours. */
export const Joined = ({ parts, by }: Props) =>
  parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && by}
      <bdi>{part}</bdi>
    </Fragment>
  ))
