/** How high the picture is, also before it is there. */
export const CHART_PX = 190;
