import classes from './count-mark.module.css'

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/**
 * Props that show a number behind the label of a tab or button. CSS draws it, so that it is not part of the name. Room for it is kept, so
 * that nothing moves when the number comes. undefined: the number is not known.
 */
export const countMark = (count: number | undefined) => ({
  className: classes.mark ?? '',
  'data-count': count === undefined ? '' : short.format(count),
  'aria-description': count?.toLocaleString('en-US'),
  title: count?.toLocaleString('en-US'),
})
