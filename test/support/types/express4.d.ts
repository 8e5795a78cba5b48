/** The former version of express, under a name of its own. */
declare module 'express4' {
  export { default } from 'express';
}
