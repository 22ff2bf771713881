# The server in one image: docker build -t backcounter .
# BASE is Debian 12 or a later one. By digest (debian:12-slim@sha256:…), a build gives the same system each time.
ARG BASE=docker.io/library/debian:12-slim

FROM ${BASE} AS build
# Debian's Node only starts the bootstrap, which fetches the pinned Node, checks its hash and installs the lockfile's packages.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates npm
WORKDIR /src
COPY . .
RUN node scripts/bootstrap.mjs pack-server /opt/backcounter

FROM ${BASE}
# The number is fixed, so that the owner of a mounted folder can be set before the first start.
RUN groupadd --system --gid 10001 backcounter \
  && useradd --system --uid 10001 --gid backcounter --home-dir /data --no-create-home --shell /usr/sbin/nologin backcounter \
  && install --directory --mode=0700 --owner=backcounter --group=backcounter /data
COPY --from=build /opt/backcounter /opt/backcounter
WORKDIR /opt/backcounter
USER 10001:10001
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data PATH=/opt/backcounter/bin:/usr/bin:/bin
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# Alive, not ready: a server whose database is away must not be replaced, but continues when it is back.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["backcounter", "is-alive"]
CMD ["backcounter", "start"]
