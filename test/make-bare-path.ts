// Makes the PATH of the project `bare` before its tests start.
import { makeBarePath } from '../scripts/bare-path.mjs';

export default makeBarePath;
