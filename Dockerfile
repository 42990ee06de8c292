# syntax=docker/dockerfile:1
# One image per service: docker build --build-arg SERVICE=tracking .

FROM node:24-bookworm-slim AS build
WORKDIR /app
RUN npm install --global pnpm@12.21.0
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY patches patches
COPY packages packages
COPY services services
COPY tools tools
RUN --mount=type=cache,target=/root/.local/share/pnpm/store pnpm install --frozen-lockfile
COPY tsconfig.json ./
# Every service at once: the images of all of them share these layers.
RUN node tools/scripts/build.ts \
  && mkdir dist \
  && for service in services/*; do cp -r "$service/dist" "dist/$(basename "$service")"; done \
  && cp -r tools/sandbox/dist dist/sandbox

FROM node:24-bookworm-slim
ARG SERVICE
ENV NODE_ENV=production
ENV LISTEN_HOST=0.0.0.0
WORKDIR /app
# A bundle holds all it needs, so no package manager and no dependency is in the image.
COPY --from=build /app/dist/${SERVICE}/ ./
# What is mounted here, such as the click spool, belongs to the user that runs the service.
RUN install --directory --owner=node --group=node /var/lib/tributary
USER node
CMD ["node", "main.js"]
