import classes from './count.module.css'

/** How many filters are in use, in a button; nothing where there are none. */
export const Count = ({ value }: { value: number }) => (value > 0 ? <span className={classes.count}>{value}</span> : null)
