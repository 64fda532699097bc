/** No room for seven days, beside a sidebar or without one. */
export const narrow = '@media (max-width: 939px)'
