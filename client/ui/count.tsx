import classes from './count.module.css'

/** The number of active filters, for a button. Renders nothing for 0. */
export const Count = ({ value }: { value: number }) => (value > 0 ? <span className={classes.count}>{value}</span> : null)
